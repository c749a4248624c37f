/** What a command can know of the session it runs in. */
export interface SessionFacts {
  sessionId: string;
  sessionFile?: string | undefined;
  provider?: string | undefined;
  model?: string | undefined;
  thinkingLevel?: string | undefined;
}

/** Says how this process itself was started; a program started by a command must not act on it. */
const ownNames = ["ELECTRON_RUN_AS_NODE", "ELECTRON_NO_ATTACH_CONSOLE"];

/** The environment of a command: the server's, with the facts as ATOMIC_… and, for scripts that know those, PI_…. */
export function commandEnvironment(facts: SessionFacts, base: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...base };
  for (const name of ownNames) delete env[name];
  const values = {
    SESSION_ID: facts.sessionId,
    SESSION_FILE: facts.sessionFile,
    PROVIDER: facts.provider,
    MODEL: facts.model,
    REASONING_LEVEL: facts.thinkingLevel,
  };
  for (const [name, value] of Object.entries(values)) {
    for (const prefix of ["ATOMIC", "PI"]) {
      if (value === undefined) delete env[`${prefix}_${name}`];
      else env[`${prefix}_${name}`] = value;
    }
  }
  return env;
}
