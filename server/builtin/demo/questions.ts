/** The questions the demo model can ask, and the tool through which it asks them. */
export const ASK_TOOL = "ask_person";
export const questions = ["select", "confirm", "input", "editor"] as const;
export type Question = (typeof questions)[number];
