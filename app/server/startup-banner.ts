import type { Config } from '#app/platform/config/config.ts'

/** The message printed after startup: address, mail delivery and the next step. */
export function startupBanner(config: Config): string {
  const { appName, origin, mailUrl, env } = config
  const isFile = mailUrl.startsWith('file:')
  const mail = isFile ? `is stored in ${mailUrl.slice('file:'.length)}` : 'is sent by SMTP'
  const lines = [
    `${appName} is at ${origin}`,
    env === 'local' && isFile ? `Mail ${mail}; read it at ${origin}/mailbox` : `Mail ${mail}`,
    ...(env === 'local' ? [nextStep(config)] : []),
    'Stop with Ctrl+C',
  ]
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`
}

function nextStep({ origin, registration }: Config): string {
  return registration === 'open'
    ? `Next: create an account at ${origin}/register`
    : 'Next: create an account with npm run foyer -- user:create <address> --name <name>'
}
