import type { Translator } from '@foyer/i18n'

import type { RequirementName, RequirementProps, SignInWay } from '#app/teams/pages.ts'
import { key } from '#web/components/icons/key.ts'
import { laptop } from '#web/components/icons/laptop.ts'
import { shield } from '#web/components/icons/shield.ts'

export const requirementIcons: Record<RequirementName, string> = {
  'second-factor': shield,
  way: key,
  'session-age': laptop,
}

/** Each requirement as a sentence. */
export function requirementTexts(
  t: Translator,
  { secondFactor, ways, hasWays, maxSessionHours }: RequirementProps,
): { name: RequirementName; text: string }[] {
  const names = ways.map((way) => wayLabel(t, way)).join(', ')
  return [
    ...(secondFactor ? [{ name: 'second-factor', text: t('A second factor') } as const] : []),
    ...(hasWays
      ? [{ name: 'way', text: t('Sign-in with one of these: {ways}', { ways: names }) } as const]
      : []),
    ...(maxSessionHours === null
      ? []
      : [
          {
            name: 'session-age',
            text: t('A sign-in not older than {time}', { time: sessionLength(t, maxSessionHours) }),
          } as const,
        ]),
  ]
}

export function wayLabel(t: Translator, { way, provider }: SignInWay): string {
  if (provider !== null) return provider
  if (way === 'passkey') return t('Passkey')
  return way === 'email-code' ? t('Code by email') : t('Password')
}

/** @param hours  whole days, or less than one */
export function sessionLength(t: Translator, hours: number): string {
  return hours % 24 === 0
    ? t.n(hours / 24, 'one day', '{count} days')
    : t.n(hours, 'one hour', '{count} hours')
}
