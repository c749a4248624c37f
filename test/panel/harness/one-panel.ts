/** For a file of tests in which each has one panel: a browser for them all, a panel for each. */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { Harness, type OpenOptions, type Panel } from "./panel.ts";

/**
 * Answers with what opens the panel of a test; `opened` gets it as well. It is closed after the test, which fails when
 * its console said anything.
 */
export function onePanel(opened: (panel: Panel) => void): (options?: OpenOptions) => Promise<Panel> {
  let harness: Harness;
  let panel: Panel;
  beforeAll(async () => {
    harness = await Harness.start();
  });
  afterAll(() => harness.stop());
  afterEach(async () => {
    expect(panel.problems).toEqual([]);
    await panel.close();
  });
  return async (options) => {
    panel = await harness.open(options);
    opened(panel);
    return panel;
  };
}
