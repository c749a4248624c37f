/** The lanes of one row: lines that pass, the row's own dot, and curves to the branches that leave it. */
import { type GraphRow, SHARED_LANE } from "./graph.ts";

const HEIGHT = 22;
const MIDDLE = HEIGHT / 2;
const CURVE = 6;
const colours = ["blue", "purple", "orange", "green"];

function x(lane: number): number {
  return 18 + 12 * lane;
}

/** Width of the column, in px. */
export function laneWidth(lanes: number): number {
  return 24 + 12 * Math.min(lanes, SHARED_LANE + 1);
}

export function laneClass(lane: number): string {
  return lane >= SHARED_LANE ? "lane lane-shared" : `lane lane-${colours[lane]}`;
}

export function LaneColumn({ graph, lanes }: { graph: GraphRow; lanes: number }) {
  const { lane, fromAbove, goesOn, passing, leaving } = graph;
  const at = x(lane);
  return (
    <svg className="lanes" width={laneWidth(lanes)} height={HEIGHT} aria-hidden="true">
      {[...new Set(passing)].map((other) => (
        <path key={other} className={laneClass(other)} d={`M${x(other)} 0V${HEIGHT}`} />
      ))}
      {[...new Set(leaving)].map((other) => (
        <path
          key={`leaving ${other}`}
          className={laneClass(other)}
          d={`M${at} ${MIDDLE}H${x(other) - CURVE}Q${x(other)} ${MIDDLE} ${x(other)} ${MIDDLE + CURVE}V${HEIGHT}`}
        />
      ))}
      {fromAbove && <path className={laneClass(lane)} d={`M${at} 0V${MIDDLE}`} />}
      {goesOn && <path className={laneClass(lane)} d={`M${at} ${MIDDLE}V${HEIGHT}`} />}
      <Dot graph={graph} at={at} />
    </svg>
  );
}

function Dot({ graph: { row, lane, isCurrent }, at }: { graph: GraphRow; at: number }) {
  const className = laneClass(lane);
  if (isCurrent) {
    return (
      <g className={className}>
        <circle className="lane-ring" cx={at} cy={MIDDLE} r={5.5} />
        <circle className="lane-dot" cx={at} cy={MIDDLE} r={2.5} />
      </g>
    );
  }
  if (row.kind === "compaction" || row.kind === "branchSummary") {
    const kind = row.kind === "compaction" ? "lane-dot" : "lane-ring";
    return (
      <g className={className}>
        <rect className={kind} x={at - 3.5} y={MIDDLE - 3.5} width={7} height={7} rx={1.5} />
      </g>
    );
  }
  return (
    <g className={className}>
      <circle className="lane-dot" cx={at} cy={MIDDLE} r={row.kind === "user" ? 4 : 2.5} />
    </g>
  );
}
