// The few names of lit-html 3.3.3 that the page uses. Its own declarations are spread over a dozen files.
export interface TemplateResult {
  readonly _$litType$: number;
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}
/** Shown as nothing; on an attribute: the attribute is not there. */
export const nothing: unique symbol;
/** The value stays what it is. */
export const noChange: unique symbol;
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
/** For what lies inside an `<svg>`. The `<svg>` element itself is `html`. */
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function render(value: unknown, into: HTMLElement | DocumentFragment): void;
