import type { ReactNode } from 'react'

import { Trans, useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { Checkbox } from './Checkbox.tsx'

/** @param version  the version of the terms that is shown */
export function TermsCheckbox({ version }: { version: string }) {
  return (
    <>
      <input type="hidden" name="terms_version" value={version} />
      <Checkbox name="terms" required>
        <Trans
          text="I agree to the <terms>Terms of Service</terms> and the <policy>Privacy Policy</policy>"
          terms={(children) => <NewTab href={route('terms.show')}>{children}</NewTab>}
          policy={(children) => <NewTab href={route('policy.show')}>{children}</NewTab>}
        />
      </Checkbox>
    </>
  )
}

function NewTab({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslation()
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> {t('(opens in a new tab)')}</span>
    </a>
  )
}
