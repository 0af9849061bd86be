import { router } from '@inertiajs/react'
import { useEffect, useState } from 'react'

import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Notice } from '#web/parts/Notice.tsx'
import { usePasskeySupport } from '#web/parts/passkey-support.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

const ceremonies = () => import('#web/parts/passkey-ceremonies.ts')

/** @param primary  whether it is what the page is for */
export function AddPasskey({ primary }: { primary?: boolean }) {
  const t = useText()
  const confirm = useConfirmation(15)
  const isSupported = usePasskeySupport()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // Some browsers open the device's own dialog only right after a click: no time to load anything then.
  useEffect(() => void ceremonies(), [])

  async function add() {
    setBusy(true)
    setProblem(null)
    try {
      const credential = await (await ceremonies()).makePasskey()
      router.post(route('passkey.store'), JSON.parse(JSON.stringify({ credential })), {
        errorBag: 'addPasskey',
        preserveScroll: true,
        onError: (errors) => setProblem(Object.values(errors)[0] ?? null),
        onFinish: () => setBusy(false),
      })
    } catch (error) {
      setBusy(false)
      const { passkeyTrouble } = await import('#web/parts/passkey-trouble.ts')
      setProblem(passkeyTrouble(t, error))
    }
  }

  if (!isSupported) {
    return (
      <p className="text-muted">
        {t('This browser does not know passkeys. Open this page in another one to add a passkey.')}
      </p>
    )
  }
  return (
    <div className="grid justify-items-start gap-3 needs-script">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button
        tone={primary ? 'primary' : undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || confirm(() => void add(), t('Add a passkey'))}
      >
        {t('Add a passkey')}
      </Button>
    </div>
  )
}
