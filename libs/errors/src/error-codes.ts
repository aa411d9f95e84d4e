/** Meaning of a code on the wire: HTTP status, the `code` clients see when it differs, and whether a retry may help. */
interface CodeFacts {
  readonly status: number;
  readonly wire?: string;
  readonly retryable?: true;
}

/** The closed table of error codes (docs/behaviour/api.md#error-codes). */
export const errorCodes = {
  BAD_REQUEST: { status: 400 },
  REQUEST_VARIABLE_MISSING: { status: 400 },
  REQUEST_VARIABLE_INVALID: { status: 400 },
  REQUEST_CONFUSING_VAR: { status: 400 },
  INVALID_JSON: { status: 400 },
  BAD_NARROW: { status: 400 },
  STREAM_DOES_NOT_EXIST: { status: 400 },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: { status: 400 },
  CANNOT_SET_TOPICS_POLICY_TO_EMPTY_TOPIC_ONLY: { status: 400 },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: { status: 400 },
  UNAUTHORIZED_PRINCIPAL: { status: 400 },
  BAD_EVENT_QUEUE_ID: { status: 400 },
  EXPECTATION_MISMATCH: { status: 400 },
  SYSTEM_GROUP_REQUIRED: { status: 400 },
  CANNOT_DEACTIVATE_LAST_USER: { status: 400 },
  CANNOT_DEACTIVATE_GROUP_IN_USE: { status: 400 },
  INVITATION_FAILED: { status: 400 },
  INVALID_PUSH_DEVICE_TOKEN: { status: 400 },
  NO_ACTIVE_PUSH_DEVICE: { status: 400 },
  PUSH_SERVICE_NOT_CONFIGURED: { status: 400 },
  INVALID_VIDEO_CALL_PROVIDER_TOKEN: { status: 400 },
  UNKNOWN_ZOOM_USER: { status: 400 },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: { status: 400 },
  REACTION_ALREADY_EXISTS: { status: 400 },
  REACTION_DOES_NOT_EXIST: { status: 400 },
  UNAUTHORIZED: { status: 401 },
  /** Said to browsers, which would ask for a name and a password by themselves if told of Basic authentication. */
  LOGGED_OUT: { status: 401, wire: "UNAUTHORIZED" },
  AUTHENTICATION_FAILED: { status: 401 },
  USER_DEACTIVATED: { status: 401 },
  REALM_DEACTIVATED: { status: 401 },
  PASSWORD_AUTH_DISABLED: { status: 401 },
  PASSWORD_RESET_REQUIRED: { status: 401 },
  INVALID_API_KEY: { status: 401 },
  CSRF_FAILED: { status: 403 },
  SECOND_FACTOR_REQUIRED: { status: 403 },
  KEY_SCOPE_REQUIRED: { status: 403 },
  ACCESS_DENIED: { status: 403, wire: "BAD_REQUEST" },
  NOT_FOUND: { status: 404 },
  RESOURCE_NOT_FOUND: { status: 404, wire: "BAD_REQUEST" },
  NONEXISTENT_SUBDOMAIN: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  CHANNEL_ALREADY_EXISTS: { status: 409 },
  REQUEST_TIMEOUT: { status: 408 },
  REQUEST_TOO_LARGE: { status: 413, wire: "BAD_REQUEST" },
  URI_TOO_LONG: { status: 414 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  EXPECTATION_FAILED: { status: 417 },
  REQUEST_HEADER_FIELDS_TOO_LARGE: { status: 431 },
  RATE_LIMIT_HIT: { status: 429, retryable: true },
  INTERNAL_ERROR: { status: 500 },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof errorCodes;
