/** Parts of the panel whose code comes in a file of its own. */
import { type ComponentType, createElement, type ReactNode, useEffect, useReducer } from "react";

/**
 * A component that is drawn as soon as its code is there; until then `waiting` stands for it. Code that is there
 * already is drawn at once. (Suspense would hold a part back for 300 ms after its fallback was shown.) Code that
 * cannot be loaded is an error of the component.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  let component: ComponentType<Props> | undefined;
  let failure: unknown;
  let loading: Promise<void> | undefined;
  const start = () =>
    load().then(
      (loaded) => {
        component = loaded;
      },
      (error) => {
        failure = error;
      },
    );
  // biome-ignore lint/correctness/noComponentHookFactories: for calls at module level, as those of React.lazy are
  return function Later(props: Props) {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      if (component) return;
      let here = true;
      loading ??= start();
      void loading.then(() => here && redraw());
      return () => {
        here = false;
      };
    }, []);
    if (failure) throw failure;
    return component ? createElement(component, props) : waiting(props);
  };
}
