import { emailDomainProblem } from '#app/platform/validation/email-domains.ts'

/** Large providers where anybody gets an address. Their subdomains are included. */
const freeMailDomains = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'yahoo.com',
  'ymail.com',
  'aol.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'gmx.com',
  'gmx.net',
  'gmx.de',
  'web.de',
  't-online.de',
  'freenet.de',
  'mail.com',
  'mail.ru',
  'yandex.ru',
  'yandex.com',
  'zoho.com',
  'zohomail.com',
  'fastmail.com',
  'tutanota.com',
  'tuta.com',
  'posteo.de',
  'mailbox.org',
  'orange.fr',
  'wanadoo.fr',
  'free.fr',
  'laposte.net',
  'sfr.fr',
  'qq.com',
  '163.com',
  '126.com',
  'naver.com',
]

/** Whether anybody gets an address there: a large free provider, or one of temporary addresses. */
export function isPublicMailDomain(domain: string): boolean {
  const rules = {
    allowedEmailDomains: [],
    deniedEmailDomains: freeMailDomains,
    rejectsDisposableEmail: true,
  }
  return emailDomainProblem(`a@${domain}`, rules) !== null
}
