import { defineConfig } from "vitest/config";

/** Two workers at most: each protocol or panel worker has a server process or a browser beside it. */
const workers = 2;

export default defineConfig({
  test: {
    maxWorkers: workers,
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.{ts,tsx}"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "protocol",
          include: ["test/protocol/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "panel",
          include: ["test/panel/**/*.test.{ts,tsx}"],
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
          // VS Code moves the focus and draws lists anew as it likes. What needs a second try is named at the end.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
