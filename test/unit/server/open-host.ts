/** A session layer in this process: the real SDK, with its own scripted provider for a model. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type FauxResponseStep, fauxProvider } from "@earendil-works/pi-ai";
import type { InlineExtension } from "@earendil-works/pi-coding-agent";
import { onTestFinished } from "vitest";
import { type Options, parseOptions } from "../../../server/cli/options.ts";
import type { ServerRecord } from "../../../server/protocol/event.ts";
import { memoryStore, newStore } from "../../../server/session/file/store.ts";
import { SessionHost } from "../../../server/session/host.ts";
import { loadModels, type ServerSetup } from "../../../server/session/runtime.ts";
import { until } from "../../support/until.ts";

interface HostOptions {
  args?: string[];
  builtins?: InlineExtension[];
  settings?: object;
  /** Files of the agent folder as they stand there, by name. */
  files?: Record<string, string>;
  responses?: FauxResponseStep[];
  /** Text pieces a second; 0 plays at once. */
  pace?: number;
}

export interface OpenHost {
  host: SessionHost;
  faux: ReturnType<typeof fauxProvider>;
  records: ServerRecord[];
  agentDir: string;
  cwd: string;
  /** The types of what was emitted, messages with their role. */
  types(): string[];
  /** Resolves when a record fits. */
  seen(fits: (record: ServerRecord) => boolean): Promise<void>;
}

/** Opens a host in temporary folders; closed and removed when the test ends. */
export async function openHost({
  args = [],
  builtins = [],
  settings,
  files = {},
  responses = [],
  pace = 0,
}: HostOptions = {}): Promise<OpenHost> {
  const root = mkdtempSync(path.join(os.tmpdir(), "host-"));
  const agentDir = path.join(root, "agent");
  const cwd = path.join(root, "work");
  mkdirSync(agentDir);
  mkdirSync(cwd);
  if (settings) writeFileSync(path.join(agentDir, "settings.json"), JSON.stringify(settings));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(agentDir, name), content);
  const faux = fauxProvider({ tokensPerSecond: pace, models: [{ id: "one", reasoning: true }, { id: "two" }] });
  faux.setResponses(responses);
  const options: Options = parseOptions(["--model", "faux/one", ...args]);
  const models = await loadModels(agentDir);
  models.registerNativeProvider(faux.provider);
  const setup: ServerSetup = { options, agentDir, settings: {}, models, builtins };
  const records: ServerRecord[] = [];
  const io = {
    emit: (record: ServerRecord) => void records.push(record),
    writable: () => undefined,
    shutdown: () => {},
  };
  const store = options.noSession ? memoryStore(cwd) : newStore(cwd, path.join(agentDir, "sessions"));
  const host = await SessionHost.open(setup, io, store);
  await host.bind();
  onTestFinished(async () => {
    await host.close();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    host,
    faux,
    records,
    agentDir,
    cwd,
    types: () =>
      records.map((record) =>
        "message" in record && typeof record.message === "object"
          ? `${record.type} ${record.message.role}`
          : record.type,
      ),
    seen: (fits) => until("a record is emitted", () => records.some(fits)),
  };
}
