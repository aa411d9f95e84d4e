import { Product } from "../in-process/product.ts";
import { Stage } from "./stage.ts";

/** Stages of their own for changes, all alike. */
export class Stages implements AsyncDisposable {
  readonly #product: Product;
  readonly #first: Stage;

  private constructor(product: Product, first: Stage) {
    this.#product = product;
    this.#first = first;
  }

  /** @param more variables for the configuration of all services */
  static async open(more: Readonly<Record<string, string>> = {}): Promise<Stages> {
    const product = await Product.start(more);
    return new Stages(product, await Stage.set(product));
  }

  /** Sets a stage; setting the first costs more than most changes do, so the others are copies of it. */
  next(): Promise<Stage> {
    return this.#first.again();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#product[Symbol.asyncDispose]();
  }
}
