import { expect } from "vitest";
import { test } from "./atomic.ts";

test("the list of sessions pins, takes the pin off and renames, and comes back after each", async ({ atomic }) => {
  const { workbench } = atomic;
  await atomic.newChat();
  await atomic.ask("about plums", "Plums it is.");
  await workbench.run("Atomic: Sessions…");
  const row = workbench.quickPickRow("about plums").first();
  const press = (name: string) => workbench.pressButtonOf(row, name);
  await press("Pin");
  await workbench.quickInput.getByText("Pinned", { exact: true }).waitFor();
  await press("Unpin");
  await row.getByRole("button", { name: "Pin" }).waitFor({ state: "attached" });
  await expect.poll(() => workbench.quickInput.getByText("Pinned", { exact: true }).count()).toBe(0);
  await press("Rename");
  await workbench.enter("Rename session", "All about plums");
  await workbench.quickPickRow("All about plums").first().waitFor();
  expect(await workbench.quickPickRow("about plums").count()).toBe(1);
  await workbench.closeQuickInput();
});
