/** The text of `--help`, from the option table. */
import { optionTable } from "./options.ts";

interface Row {
  short?: string;
  value?: string;
  help: string;
}

function row([name, option]: [string, Row]): string {
  const short = option.short ? `-${option.short}, ` : "    ";
  const left = `  ${short}--${name}${option.value ? ` ${option.value}` : ""}`;
  return `${left.padEnd(38)} ${option.help}`;
}

export const helpText = `atomic: a coding agent that speaks JSON Lines on stdin and stdout

Usage: atomic --mode rpc [options]

Options:
${Object.entries(optionTable as Record<string, Row>)
  .map(row)
  .join("\n")}

Agent folder: ~/.atomic/agent (moved by ATOMIC_CODING_AGENT_DIR); project folder: ./.atomic
`;
