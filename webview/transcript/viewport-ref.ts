/** The viewport of the transcript that is drawn, for what stands outside of it. */
import type { Viewport } from "./viewport.ts";

let active: Viewport | null = null;

export function activeViewport(): Viewport | null {
  return active;
}

export function setActiveViewport(viewport: Viewport | null): void {
  active = viewport;
}
