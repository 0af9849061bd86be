/** For the languages and time zones in use; the oldest makes room. */
const mostKept = 500

/**
 * Makes an `Intl` formatter once for each language and set of options. Making one costs a hundred times what using it
 * does, and memory that the garbage collector does not see: a server that makes one for each date grows without end.
 */
function kept<Options, Formatter>(Formatter: new (locale: string, options?: Options) => Formatter) {
  const made = new Map<string, Formatter>()
  return (locale: string, options?: Options): Formatter => {
    const key = options ? locale + JSON.stringify(options) : locale
    let formatter = made.get(key)
    if (!formatter) {
      const oldest = made.keys().next()
      if (made.size >= mostKept && !oldest.done) made.delete(oldest.value)
      made.set(key, (formatter = new Formatter(locale, options)))
    }
    return formatter
  }
}

export const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
export const dateFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
export const pluralRules = kept<Intl.PluralRulesOptions, Intl.PluralRules>(Intl.PluralRules)
export const relativeTimeFormat = kept<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
)

class RegionNames extends Intl.DisplayNames {
  constructor(locale: string) {
    super(locale, { type: 'region', fallback: 'none' })
  }
}

export const regionNames = kept<never, RegionNames>(RegionNames)
