import {
  dateFormat,
  numberFormat,
  pluralRules,
  regionNames,
  relativeTimeFormat,
} from './formatters.ts'
import { parts, type Part } from './parts.ts'
import type { Sentence } from './say.ts'
import { fill, type Value, type Values, type ValuesOf } from './values.ts'

/** The translation of one English sentence; one per plural category when it counts something. */
export type Translation =
  | string
  | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })

/** Translations by English sentence (of a pair, the plural one), or a rule that makes them up. */
export type Catalogue = Readonly<Record<string, Translation>> | ((english: string) => string)

/** Says sentences in one language. */
export interface Text {
  <const S extends Sentence>(sentence: S, ...values: S extends string ? ValuesOf<S> : []): string

  /** Picks the plural form; `{count}` is filled in. */
  n: <const One extends string, const Other extends string>(
    count: number,
    one: One,
    other: Other,
    ...values: ValuesOf<One | Other, 'count'>
  ) => string

  /** Splits at `<tag>…</tag>` before values go in, so that a value can never become a tag. */
  rich: <Node>(
    sentence: Sentence,
    wrap: (tag: string, children: (string | Node)[]) => Node,
  ) => (string | Node)[]

  number: (value: number, options?: Intl.NumberFormatOptions) => string
  /** @param moment ISO 8601, milliseconds since 1970, or a Date */
  date: (moment: string | number | Date, options?: Intl.DateTimeFormatOptions) => string
  /** "3 minutes ago", "tomorrow": how far a moment lies from now, negative in the past. */
  relative: (value: number, unit: Intl.RelativeTimeFormatUnit) => string

  /** The name of a country. @param code  of ISO 3166, such as `DE`; null for one that is none */
  region: (code: string) => string | null

  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
}

const RightToLeft = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/

/**
 * @param catalogue  null for English
 * @param locale     BCP 47, such as `nl` or `pt-BR`
 */
export function text(catalogue: Catalogue | null, locale: string): Text {
  // Made-up languages have words but no grammar: they count and write numbers as English does.
  const grammar = typeof catalogue === 'function' ? 'en' : locale
  const plural = pluralRules(grammar)
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    numberFormat(grammar, options).format(value)

  function template(sentence: Exclude<Sentence, string>): string {
    const { text: english } = sentence
    const inEnglish = sentence.count === 1 ? sentence.one : english
    if (typeof catalogue === 'function') return catalogue(inEnglish)
    const found = catalogue && Object.hasOwn(catalogue, english) ? catalogue[english] : undefined
    if (found === undefined || typeof found === 'string') return found ?? inEnglish
    return (sentence.count !== undefined && found[plural.select(sentence.count)]) || found.other
  }

  function split(sentence: Sentence, values?: Values): [template: string, values: Values] {
    const whole = typeof sentence === 'string' ? { text: sentence } : sentence
    const all: Record<string, Value> = { ...whole.values, ...values }
    if (whole.count !== undefined) all['count'] = whole.count
    return [template(whole), all]
  }

  function say(sentence: Sentence, values?: Values): string {
    return fill(...split(sentence, values), number)
  }

  return Object.assign(say, {
    n: (count: number, one: string, other: string, values: Values = {}) =>
      say({ count, one, text: other, values }),

    rich<Node>(sentence: Sentence, wrap: (tag: string, children: (string | Node)[]) => Node) {
      const [whole, values] = split(sentence)
      const build = (part: Part): string | Node =>
        typeof part === 'string'
          ? fill(part, values, number)
          : wrap(part.tag, part.parts.map(build))
      return parts(whole).map(build)
    },

    number,
    date: (moment: string | number | Date, options?: Intl.DateTimeFormatOptions) =>
      dateFormat(grammar, options).format(new Date(moment)),
    relative: (value: number, unit: Intl.RelativeTimeFormatUnit) =>
      relativeTimeFormat(grammar, { numeric: 'auto' }).format(value, unit),
    region: (code: string) => regionNames(grammar).of(code) ?? null,
    locale,
    dir: RightToLeft.test(locale) ? ('rtl' as const) : ('ltr' as const),
  })
}
