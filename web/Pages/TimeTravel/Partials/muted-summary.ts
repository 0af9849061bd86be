import type { Message, Translator } from '@foyer/i18n'
import { msg } from '@foyer/i18n'

import { notificationSubjects } from '#app/notification-subjects.ts'

const kinds = new Map<string, { label: string }>(Object.entries(notificationSubjects))
const ways = new Map<string, Message>([
  ['mail', msg('Email')],
  ['app', msg('In the app')],
])

/** The notification settings that are off. @param muted  such as `export.mail team.app`; null for none */
export function mutedSummary(t: Translator, muted: string | null): string {
  if (muted === null) return t('All are on')
  const names = muted.split(' ').flatMap((setting) => {
    const [kind = '', way = ''] = setting.split('.')
    const [kindInfo, wayLabel] = [kinds.get(kind), ways.get(way)]
    return kindInfo && wayLabel
      ? t('{kind} ({way})', { kind: t(kindInfo.label), way: t(wayLabel) })
      : []
  })
  return t('Off: {names}', { names: names.join(', ') })
}
