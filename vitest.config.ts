import { defineConfig } from "vitest/config";

/**
 * Two workers at most: each protocol or panel worker has a server process or a browser beside it. A browser and VS Code
 * move the focus and draw anew as they like: their tests have a second try, and `npm test` names those that needed it.
 */
const workers = 2;

export default defineConfig({
  test: {
    maxWorkers: workers,
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.{ts,tsx}"],
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "protocol",
          include: ["test/protocol/**/*.test.ts"],
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "panel",
          include: ["test/panel/**/*.test.{ts,tsx}"],
          expect: { poll: { timeout: 10_000 } },
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "vscode",
          include: ["test/vscode/ui/**/*.test.ts"],
          // The files take turns in one worker, which starts VS Code once for them all.
          isolate: false,
          fileParallelism: false,
          expect: { poll: { timeout: 20_000 } },
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
