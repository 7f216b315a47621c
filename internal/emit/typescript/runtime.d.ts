/** A number whose digits JavaScript's numbers do not hold, as it was written. Integers of this kind are bigints. */
export declare class Exact {
  constructor(literal: string);
  readonly literal: string;
  toJSON(): never;
}

/** A JSON number: a bigint or an Exact only where it was read losslessly. */
export type JsonNumber = number | bigint | Exact;

/** Any JSON value. */
export type Json = null | boolean | JsonNumber | string | readonly Json[] | { readonly [name: string]: Json };

/** One rule that a value breaks. */
export interface Violation {
  /** The JSON Pointer (RFC 6901) of the value; "" is the root. */
  readonly instancePointer: string;
  /** The JSON Pointer of the keyword in the document schema. */
  readonly schemaPointer: string;
  /** The $id of that document. */
  readonly schema: string;
  /** The keyword, or "json" for what is not strict JSON. */
  readonly keyword: string;
  readonly message: string;
}

/** What is thrown for a value that breaks its schema. */
export declare class ValidationError extends Error {
  constructor(violations: readonly Violation[]);
  readonly violations: readonly Violation[];
}

/** How a text is read. */
export interface ParseOptions {
  /**
   * "refuse" (the default): a number whose digits JavaScript's numbers do not hold is a violation of the keyword json.
   * "lossless": such an integer becomes a bigint, any other an Exact.
   */
  readonly numbers?: "refuse" | "lossless";
}

/** Reads strict JSON (RFC 8259): UTF-8, no duplicate names, no lone surrogates, nothing behind the value. */
export declare function parseStrict(text: string | Uint8Array, options?: ParseOptions): unknown;

/** Prints a value as JSON: numbers that were read losslessly keep their digits. */
export declare function stringify(v: unknown): string;

/** The Standard Schema interface, version 1 (standardschema.dev). */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "acigen";
    readonly validate: (value: unknown) => { readonly value: T } | { readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[] };
    readonly types?: { readonly input: T; readonly output: T };
  };
}
