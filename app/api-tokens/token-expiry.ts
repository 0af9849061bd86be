import { msg } from '@foyer/i18n'

import { ValidationError } from '#app/platform/errors.ts'
import { day } from '#app/platform/lib/durations.ts'

import { maxTokenDays, maxTokenYears } from './limits.ts'
import type { CreateToken } from './token-form.ts'

/**
 * When a token expires, in Unix milliseconds; null for never. @throws ValidationError for an invalid day
 *
 * @param timezone  of the owner; null counts as UTC
 */
export function tokenExpiresAt(
  { expiry, expires_on }: Pick<CreateToken, 'expiry' | 'expires_on'>,
  { now, timezone }: { now: number; timezone: string | null },
): number | null {
  if (expiry === 'never') return null
  if (expiry !== 'date') return now + Number(expiry) * day

  const end = endOfDay(expires_on ?? '', timezone ?? 'UTC')
  if (end === null) throw new ValidationError({ expires_on: 'Choose a date.' })
  if (end <= now) throw new ValidationError({ expires_on: 'Choose a date in the future.' })
  if (end > now + maxTokenDays * day) {
    throw new ValidationError({
      expires_on: msg('Choose a date within the next {years} years.', { years: maxTokenYears }),
    })
  }
  return end
}

function endOfDay(date: string, timezone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  try {
    const next = Temporal.PlainDate.from(date, { overflow: 'reject' }).add({ days: 1 })
    return next.toZonedDateTime(timezone).epochMilliseconds
  } catch {
    return null
  }
}

/** A week before the expiry, or a day before for lifetimes up to a week; null for none, or up to a day. */
export function expiryWarningAt(issuedAt: number, expiresAt: number | null): number | null {
  if (expiresAt === null) return null
  const lifetime = expiresAt - issuedAt
  if (lifetime > 7 * day) return expiresAt - 7 * day
  return lifetime > day ? expiresAt - day : null
}
