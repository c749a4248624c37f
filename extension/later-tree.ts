import { EventEmitter, type TreeDataProvider, type TreeItem } from "vscode";

/** A tree view whose provider is made when its rows are first asked for. */
export class LaterTree<T> implements TreeDataProvider<T> {
  readonly #make: () => Promise<TreeDataProvider<T>>;
  readonly #changed = new EventEmitter<T | T[] | undefined | null>();
  readonly onDidChangeTreeData = this.#changed.event;
  #made: Promise<TreeDataProvider<T>> | undefined;

  constructor(make: () => Promise<TreeDataProvider<T>>) {
    this.#make = make;
  }

  async getChildren(node?: T): Promise<T[] | null | undefined> {
    return (await this.#provider()).getChildren(node);
  }
  async getTreeItem(node: T): Promise<TreeItem> {
    return (await this.#provider()).getTreeItem(node);
  }
  async getParent(node: T): Promise<T | null | undefined> {
    return (await this.#provider()).getParent?.(node);
  }
  async resolveTreeItem(item: TreeItem, node: T, token: Parameters<Resolve<T>>[2]): Promise<TreeItem> {
    return (await (await this.#provider()).resolveTreeItem?.(item, node, token)) ?? item;
  }

  #provider(): Promise<TreeDataProvider<T>> {
    this.#made ??= this.#make().then((provider) => {
      provider.onDidChangeTreeData?.((node) => this.#changed.fire(node ?? undefined));
      return provider;
    });
    return this.#made;
  }
}

type Resolve<T> = NonNullable<TreeDataProvider<T>["resolveTreeItem"]>;
