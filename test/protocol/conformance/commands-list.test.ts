/** get_commands: prompt templates and skills, with where they come from. */
import path from "node:path";
import { expect, test } from "vitest";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer({
  files: {
    "prompts/greet.md": "---\ndescription: Greet somebody\n---\nExpanded greeting for $1 here.\n",
    "skills/zoo/SKILL.md": "---\nname: zoo\ndescription: About animals\n---\nSkill body marker ZEBRA.\n",
  },
});

test("4.14 prompts and skills are listed with location, path and sourceInfo", async () => {
  const { commands } = await t.rpc.ok("get_commands");
  const prompt = path.join(t.folder.agentDir, "prompts", "greet.md");
  const skill = path.join(t.folder.agentDir, "skills", "zoo", "SKILL.md");
  expect(commands.find((command) => command.name === "greet")).toMatchObject({
    source: "prompt",
    description: "Greet somebody",
    location: "user",
    path: prompt,
    sourceInfo: { path: prompt },
  });
  expect(commands.find((command) => command.name === "skill:zoo")).toMatchObject({
    source: "skill",
    description: "About animals",
    location: "user",
    path: skill,
  });
});
