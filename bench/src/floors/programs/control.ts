/** Orders of the bench to a floor program. */
export type FloorRequest =
  | { readonly kind: "insert"; readonly durationMs: number; readonly rowsPerInsert: number }
  | { readonly kind: "respond-with"; readonly base64: string }
  | { readonly kind: "count-parked" };

/** Answers of a floor program; `ready` comes once, unasked. */
export type FloorReply =
  | { readonly kind: "ready"; readonly port: number }
  | { readonly kind: "inserted"; readonly latenciesMs: readonly number[] }
  | { readonly kind: "prepared" }
  | { readonly kind: "parked"; readonly count: number }
  | { readonly kind: "failed"; readonly message: string };

/** Tells the bench that the program is ready, and ends it with the bench. */
export function announceReady(port: number): void {
  process.on("disconnect", () => process.exit(0));
  reply({ kind: "ready", port });
}

/** Answers each order with what `act` returns, or with its error. */
export function takeOrders(act: (request: FloorRequest) => Promise<FloorReply> | FloorReply): void {
  const answer = async (request: FloorRequest): Promise<void> => {
    try {
      reply(await act(request));
    } catch (error) {
      reply({ kind: "failed", message: String(error) });
    }
  };
  process.on("message", (request: FloorRequest) => void answer(request));
}

function reply(message: FloorReply): void {
  process.send?.(message);
}
