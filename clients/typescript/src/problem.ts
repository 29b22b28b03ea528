// What the service refuses, and what it never answered.

/** A problem document (RFC 9457), as far as this kit reads it. */
export interface ProblemDocument {
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly Readonly<Record<string, unknown>>[];
  readonly rule?: string;
  readonly version?: number;
}

/**
 * The service refused a call; nothing was recorded.
 *
 * Decide by the class, or by `code`: each code of `GET /problems` has a class in `problems`. A code that this version
 * does not know comes as `Problem` itself. A move that the rules refuse has the `rule`.
 */
export class Problem extends Error {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly errors: readonly Readonly<Record<string, unknown>>[];
  readonly rule: string | null;
  readonly version: number | null;

  /** `retryAfter`: in how many seconds the call is worth repeating. */
  constructor(
    readonly status: number,
    document: ProblemDocument,
    readonly retryAfter: number | null = null,
  ) {
    super(`${status} ${document.code}: ${document.detail}`);
    this.name = new.target.name;
    this.code = document.code ?? "";
    this.title = document.title ?? "";
    this.detail = document.detail ?? "";
    this.params = document.params ?? {};
    this.errors = document.errors ?? [];
    this.rule = document.rule ?? null;
    this.version = document.version ?? null;
  }
}

/** No answer came, as often as the call was tried. A call without a key may have been carried out. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}
