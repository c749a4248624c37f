/** What `prompt` runs as `/name`: commands of agent extensions, prompt templates, skills (get_commands). */
import type { SourceInfo } from "@earendil-works/pi-coding-agent";
import type { SlashCommand } from "../protocol/response.ts";
import type { LiveSession } from "./live-session.ts";

const LOCATIONS = { user: "user", project: "project", temporary: "path" } as const;

export function slashCommands({ sdk }: LiveSession): SlashCommand[] {
  const commands = sdk.extensionRunner
    .getRegisteredCommands()
    .map((one) => describe("extension", one.invocationName, one.description, one.sourceInfo));
  const templates = sdk.promptTemplates.map((one) => ({
    ...describe("prompt", one.name, one.description, one.sourceInfo),
    ...(one.argumentHint ? { argumentHint: one.argumentHint } : {}),
  }));
  const skills = sdk.resourceLoader
    .getSkills()
    .skills.map((one) => describe("skill", `skill:${one.name}`, one.description, one.sourceInfo));
  return [...commands, ...templates, ...skills];
}

function describe(
  source: SlashCommand["source"],
  name: string,
  description: string | undefined,
  info: SourceInfo,
): SlashCommand {
  return {
    name,
    ...(description ? { description } : {}),
    source,
    ...(source === "extension" ? {} : { location: LOCATIONS[info.scope] }),
    ...(info.path.startsWith("<") ? {} : { path: info.path }),
    sourceInfo: info,
  };
}
