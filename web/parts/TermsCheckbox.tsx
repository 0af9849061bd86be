import type { ReactNode } from 'react'

import { Checkbox } from '#web/parts/Checkbox.tsx'
import { route } from '#web/route.ts'
import { T, useText } from '#web/text.tsx'

/** @param version the version of the terms that was on offer when the box was ticked */
export function TermsCheckbox({ version }: { version: string }) {
  return (
    <>
      <input type="hidden" name="terms_version" value={version} />
      <Checkbox name="terms" required>
        <T
          text="I agree to the <terms>Terms of Service</terms> and the <policy>Privacy Policy</policy>"
          terms={(children) => <NewTab href={route('terms.show')}>{children}</NewTab>}
          policy={(children) => <NewTab href={route('policy.show')}>{children}</NewTab>}
        />
      </Checkbox>
    </>
  )
}

function NewTab({ href, children }: { href: string; children: ReactNode }) {
  const t = useText()
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> {t('(opens in a new tab)')}</span>
    </a>
  )
}
