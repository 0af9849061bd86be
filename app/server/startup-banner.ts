import type { Config } from '#app/platform/config/config.ts'

/** The message printed after startup: address, mail delivery and the next step. */
export function startupBanner({ appName, origin, mailUrl, env, registration }: Config): string {
  const isFile = mailUrl.startsWith('file:')
  const email = isFile ? `is stored in ${mailUrl.slice('file:'.length)}` : 'is sent by SMTP'
  const nextStep =
    registration === 'open'
      ? `Next: create an account at ${origin}/register`
      : `Registration is not open. Next: npm run foyer -- user:create <address> --name <name>`
  const lines = [
    `${appName} is at ${origin}`,
    env === 'local' && isFile ? `Email ${email}; read it at ${origin}/mailbox` : `Email ${email}`,
    ...(env === 'local' ? [nextStep] : []),
    'Stop with Ctrl+C',
  ]
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`
}
