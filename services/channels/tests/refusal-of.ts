/** Returns the refusal of a request; "accepted" when there was none. */
export async function refusalOf(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => "accepted",
    (error: unknown) => {
      if (!(error instanceof Error) || !("code" in error)) throw error;
      return { code: error.code, message: error.message };
    },
  );
}

/** The refusal with this text. */
export function refused(message: string, code = "BAD_REQUEST") {
  return { code, message };
}

export const insufficient = refused("Insufficient permission");
export const invalidId = refused("Invalid channel ID");
