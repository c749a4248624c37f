/** The server's own version and the Node versions it runs on. */
import { readFileSync } from "node:fs";

const NEEDED: readonly [number, number] = [22, 19];

/** Undefined when this Node can run the server, otherwise a sentence saying what was found and what is needed. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const fits = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return fits ? undefined : `atomic needs Node ${NEEDED.join(".")} or newer; this is Node ${version}.`;
}

/** The version in the package.json beside the built server, or that of the repository when run from source. */
export function serverVersion(): string {
  for (const place of ["./package.json", "../package.json", "../../package.json"]) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")) as {
        name?: string;
        version?: string;
      };
      if (name === "atomic" && version) return version;
    } catch {
      // Not there: chunks lie one folder deeper than the entry.
    }
  }
  return "0.0.0";
}
