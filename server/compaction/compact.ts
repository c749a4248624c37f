import { rm } from "node:fs/promises";
import { type Api, getCurrentSystemMessage, type Model } from "@earendil-works/pi-ai";
import { type ExtensionContext, estimateTokens, type SessionProjection } from "@earendil-works/pi-coding-agent";
import type { CompactionDetails, CompactionStats } from "../protocol/entry.ts";
import type { CompactionReason } from "../protocol/event.ts";
import { writeBackup } from "./backup.ts";
import { type Diagnostic, writeDiagnostic } from "./diagnostic.ts";
import { type CompactionSettings, readParameters } from "./parameters.ts";
import type { Planner, PlannerAnswer } from "./planner.ts";
import { promptVersion } from "./planner-prompt.ts";
import { type Rebuilt, rebuild } from "./rebuild.ts";
import { type Region, selectRegion, visibleMessages } from "./region.ts";
import { chooseDeletions } from "./rungs.ts";
import { buildTranscript } from "./transcript.ts";
import type { Usage } from "./usage.ts";

/** Fewer lines than this are not worth a compaction. */
const minimumLines = 20;
const charactersPerToken = 4;

export interface CompactionRequest {
  sessionManager: ExtensionContext["sessionManager"];
  reason: CompactionReason;
  /** Context tokens in use, as the provider reported them or as estimated. */
  tokensBefore: number;
  settings: CompactionSettings;
  model: Model<Api>;
  /** The session's model first. */
  planners: readonly Planner[];
  signal: AbortSignal;
  /** Called when there is something to compact, before any model is asked. */
  onStart(): void;
}

/** What the SDK is to write into the session as the boundary. */
export interface Boundary {
  summary: string;
  firstKeptEntryId: string | null;
  tokensBefore: number;
  details: CompactionDetails & { plannerModel?: string };
  usage?: Usage;
}

/** There is too little for a compaction: nothing has gone wrong. */
export class NothingToCompact extends Error {
  constructor() {
    super("Nothing to compact (session too small)");
  }
}

/**
 * Compacts the active conversation up to the copy of the session file; writing the boundary is the SDK's part.
 * Throws when there is nothing to compact, when no model gave a usable plan, when the copy could not be written and
 * when it was aborted; the session is unchanged then.
 */
export async function compactSession(request: CompactionRequest): Promise<Boundary> {
  const { sessionManager, reason, model, signal } = request;
  const projection = sessionManager.buildSessionProjection();
  const loadBearing = reason === "overflow";
  const wanted = readParameters(
    request.settings,
    visibleMessages(projection).map((item) => item.message),
  );
  const region = takeRegion(projection, wanted.preserve_recent, loadBearing ? model.contextWindow : Infinity);
  const tookTail = region.tail.length === 0 && wanted.preserve_recent > 0;
  const parameters = tookTail ? { ...wanted, preserve_recent: 0 } : wanted;
  const transcript = buildTranscript(region.messages, region.earlier);
  const linesBefore = transcript.lines.length;
  if (linesBefore < (loadBearing ? 1 : minimumLines)) throw new NothingToCompact();
  request.onStart();

  const note = noteTaker(request, linesBefore);
  const { rung, deletions, plannerModel, usage } = await chooseDeletions({
    transcript,
    parameters,
    planners: request.planners,
    loadBearing,
    freshCharacters: tookTail ? (model.contextWindow / 2) * charactersPerToken : 0,
    signal,
    onFailure: (planner, error) => note(planner, { outcome: "failed", error: error.message }, error.answer),
    onPartial: async (planner, answer) => void (await note(planner, { outcome: "cut off" }, answer)),
  });
  const rebuilt = rebuild(transcript.lines, deletions, transcript.isOldMarker);
  const stats = toStats(rebuilt, request.tokensBefore, tokensOf(rebuilt.text, region, projection));
  const backupPath = await backUp(request);
  return {
    summary: rebuilt.text,
    firstKeptEntryId: region.firstKeptEntryId,
    tokensBefore: request.tokensBefore,
    details: {
      strategy: "verbatim-lines",
      promptVersion,
      parameters,
      rung,
      stats,
      ...(plannerModel ? { plannerModel } : {}),
      ...(backupPath ? { backupPath } : {}),
    },
    ...(usage ? { usage } : {}),
  };
}

/** All but the newest `recent` messages; all, when these alone would not fit into `room` tokens. */
function takeRegion(projection: SessionProjection, recent: number, room: number): Region {
  const region = selectRegion(projection, recent);
  return tokensOf("", region, projection) < room ? region : selectRegion(projection, 0);
}

/** Estimated tokens of the context with `text` in place of the region: system prompt, text and tail. */
function tokensOf(text: string, region: Region, projection: SessionProjection): number {
  const system = getCurrentSystemMessage(projection.messages);
  const messages = system ? [system, ...region.tail] : region.tail;
  return messages.reduce((sum, message) => sum + estimateTokens(message), Math.ceil(text.length / charactersPerToken));
}

function toStats(rebuilt: Rebuilt, tokensBefore: number, tokensAfter: number): CompactionStats {
  return {
    linesBefore: rebuilt.kept + rebuilt.deleted,
    linesDeleted: rebuilt.deleted,
    linesKept: rebuilt.kept,
    rangeCount: rebuilt.markers,
    tokensBefore,
    tokensAfter,
    percentReduction: tokensBefore > 0 ? Math.round((1 - tokensAfter / tokensBefore) * 1000) / 10 : 0,
  };
}

async function backUp({ sessionManager, reason, signal }: CompactionRequest): Promise<string | undefined> {
  const file = sessionManager.getSessionFile();
  if (!file) return undefined;
  const header = sessionManager.getHeader();
  const path = await writeBackup(file, reason, () => [...(header ? [header] : []), ...sessionManager.getEntries()]);
  if (signal.aborted) await rm(path, { force: true });
  signal.throwIfAborted();
  return path;
}

/** Writes notes about plans beside the session file; sessions that are only in memory leave none. */
function noteTaker({ sessionManager, reason }: CompactionRequest, linesBefore: number) {
  return async (planner: Planner, what: Pick<Diagnostic, "outcome" | "error">, answer: PlannerAnswer | undefined) => {
    const file = sessionManager.getSessionFile();
    if (!file) return undefined;
    return writeDiagnostic(file, {
      ...what,
      model: planner.name,
      reason,
      ...(answer ? { stopReason: answer.stopReason, answer: answer.text } : {}),
      linesBefore,
      promptVersion,
    });
  };
}
