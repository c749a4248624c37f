/** A figure as it is printed and written: `ratio` is value over baseline, both measured in the same run. */
export interface Figure {
  value: number;
  baseline?: number;
  /** Default: value / baseline. */
  ratio?: number;
}

export interface Metric {
  /** `<a>_vs_<b>` is judged by its ratio, any other by its value. */
  name: string;
  unit: string;
  /** What it is to be, for the table: `≤ 0.45`. */
  target: string;
  measure(): Figure | Promise<Figure>;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** The least: what a thing takes when nothing else happens on the machine. */
export function least(values: number[]): number {
  return Math.min(...values);
}

/** Measures two things by turns, so that whatever else the machine does hits both, and picks of each. */
export async function byTurns(
  rounds: number,
  ours: () => number | Promise<number>,
  theirs: () => number | Promise<number>,
  pick: (values: number[]) => number = median,
): Promise<{ value: number; baseline: number }> {
  const values: number[] = [];
  const baselines: number[] = [];
  for (let round = 0; round < rounds; round++) {
    values.push(await ours());
    baselines.push(await theirs());
  }
  return { value: pick(values), baseline: pick(baselines) };
}
