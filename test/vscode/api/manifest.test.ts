import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extensionId } from "../../support/vscode-workbench.ts";

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration:
      | { properties: Record<string, { default?: unknown }> }
      | { properties: Record<string, { default?: unknown }> }[];
  };
}

suite("the manifest", () => {
  const extension = vscode.extensions.getExtension<unknown>(extensionId);
  assert.ok(extension);
  const { contributes } = extension.packageJSON as Manifest;

  suiteSetup(() => extension.activate());

  test("names no command that is not registered", async () => {
    const registered = await vscode.commands.getCommands(true);
    const missing = contributes.commands.map(({ command }) => command).filter((id) => !registered.includes(id));
    assert.deepEqual(missing, []);
  });

  test("gives every setting its default", () => {
    const properties = [contributes.configuration].flat().flatMap((section) => Object.entries(section.properties));
    assert.ok(properties.length > 0);
    for (const [name, { default: value }] of properties)
      assert.deepEqual(vscode.workspace.getConfiguration().inspect(name)?.defaultValue, value, name);
  });

  test("runs where the workspace is", () => {
    assert.equal(extension.extensionKind, vscode.ExtensionKind.Workspace);
  });
});
