import {
  dateFormat,
  numberFormat,
  pluralRules,
  regionNames,
  relativeTimeFormat,
} from './formatters.ts'
import type { Message } from './msg.ts'
import { parseMessage, type MessagePart } from './parse-message.ts'
import { interpolate, type Value, type Values, type ValuesOf } from './placeholders.ts'

/** The translation of one English message; one per plural category if it has a count. */
export type Translation =
  | string
  | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })

/** Translations by English message (for plurals, the plural form), or a function that generates them. */
export type Translations = Readonly<Record<string, Translation>> | ((english: string) => string)

export interface Translator {
  <const S extends Message>(message: S, ...values: S extends string ? ValuesOf<S> : []): string

  /** Picks the plural form and fills in `{count}`. */
  n: <const One extends string, const Other extends string>(
    count: number,
    one: One,
    other: Other,
    ...values: ValuesOf<One | Other, 'count'>
  ) => string

  /** Splits at `<tag>…</tag>` before it fills in values, so that a value can never become a tag. */
  rich: <Node>(
    message: Message,
    wrap: (tag: string, children: (string | Node)[]) => Node,
  ) => (string | Node)[]

  number: (value: number, options?: Intl.NumberFormatOptions) => string
  /** @param date ISO 8601, milliseconds since 1970, or a Date */
  date: (date: string | number | Date, options?: Intl.DateTimeFormatOptions) => string
  /** Formats a distance from now, such as "3 minutes ago" or "tomorrow"; negative in the past. */
  relative: (value: number, unit: Intl.RelativeTimeFormatUnit) => string

  /** The name of an ISO 3166 country code such as `DE`, or null for an unknown code. */
  region: (code: string) => string | null

  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
}

const rtlLocales = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/

/**
 * @param translations  null for English
 * @param locale     BCP 47, such as `nl` or `pt-BR`
 */
export function createTranslator(translations: Translations | null, locale: string): Translator {
  // Pseudo-locales translate words only: plurals and numbers follow English.
  const formatLocale = typeof translations === 'function' ? 'en' : locale
  const plural = pluralRules(formatLocale)
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    numberFormat(formatLocale, options).format(value)

  function templateFor(message: Exclude<Message, string>): string {
    const { text: english } = message
    const source = message.count === 1 ? message.one : english
    if (typeof translations === 'function') return translations(source)
    const translation =
      translations && Object.hasOwn(translations, english) ? translations[english] : undefined
    if (translation === undefined || typeof translation === 'string') return translation ?? source
    return (
      (message.count !== undefined && translation[plural.select(message.count)]) ||
      translation.other
    )
  }

  function resolveMessage(message: Message, values?: Values): [template: string, values: Values] {
    const fullMessage = typeof message === 'string' ? { text: message } : message
    const allValues: Record<string, Value> = { ...fullMessage.values, ...values }
    if (fullMessage.count !== undefined) allValues['count'] = fullMessage.count
    return [templateFor(fullMessage), allValues]
  }

  function translate(message: Message, values?: Values): string {
    return interpolate(...resolveMessage(message, values), number)
  }

  return Object.assign(translate, {
    n: (count: number, one: string, other: string, values: Values = {}) =>
      translate({ count, one, text: other, values }),

    rich<Node>(message: Message, wrap: (tag: string, children: (string | Node)[]) => Node) {
      const [template, values] = resolveMessage(message)
      const build = (part: MessagePart): string | Node =>
        typeof part === 'string'
          ? interpolate(part, values, number)
          : wrap(part.tag, part.children.map(build))
      return parseMessage(template).map(build)
    },

    number,
    date: (date: string | number | Date, options?: Intl.DateTimeFormatOptions) =>
      dateFormat(formatLocale, options).format(new Date(date)),
    relative: (value: number, unit: Intl.RelativeTimeFormatUnit) =>
      relativeTimeFormat(formatLocale, { numeric: 'auto' }).format(value, unit),
    region: (code: string) => regionNames(formatLocale).of(code) ?? null,
    locale,
    dir: rtlLocales.test(locale) ? ('rtl' as const) : ('ltr' as const),
  })
}
