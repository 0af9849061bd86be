import type { Config } from '#app/platform/config/config.ts'

/** What someone who has just started Foyer wants to know. */
export function startupBanner({ appName, origin, mailUrl, env }: Config): string {
  const isFile = mailUrl.startsWith('file:')
  const mail = isFile ? `is kept in ${mailUrl.slice('file:'.length)}` : 'leaves by SMTP'
  const lines = [
    `${appName} is at ${origin}`,
    env === 'local' && isFile ? `Mail ${mail}; read it at ${origin}/mailbox` : `Mail ${mail}`,
    ...(env === 'local' ? [`Next: create an account at ${origin}/register`] : []),
    'Stop with Ctrl+C',
  ]
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`
}
