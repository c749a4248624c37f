/** A state of the panel that the gallery shows, and what its steps are made of. */
import type { OpenOptions, Panel } from "./panel.ts";

export interface GalleryState {
  name: string;
  open: () => OpenOptions;
  /** What a person does before the picture is taken. */
  act?: (panel: Panel) => Promise<void>;
  /** Resolves when all is drawn in the theme that has just been set. */
  drawn?: (panel: Panel) => Promise<void>;
  /** px; 700 without. */
  height?: number;
}
