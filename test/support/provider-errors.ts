/** Answers of providers that fail. */

/** A provider's refusal of a request that is too long. */
export const overflow = {
  status: 400,
  body: {
    error: {
      message:
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens. Please reduce the length of the messages.",
      type: "invalid_request_error",
      code: "context_length_exceeded",
    },
  },
};

/** A provider that has no room at the moment. */
export const overloaded = { status: 529, body: { error: { type: "overloaded_error", message: "Overloaded" } } };
