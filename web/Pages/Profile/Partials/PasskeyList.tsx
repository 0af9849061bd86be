import { router } from '@inertiajs/react'
import { useState } from 'react'

import type { PasskeyRow } from '#app/pages.ts'
import { PasskeyName } from '#web/Pages/Profile/Partials/PasskeyName.tsx'
import { Button } from '#web/parts/Button.tsx'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { Dialog } from '#web/parts/Dialog.tsx'
import { Notice } from '#web/parts/Notice.tsx'
import { RelativeTime } from '#web/parts/RelativeTime.tsx'
import { Row, Table } from '#web/parts/Table.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export function PasskeyList({ passkeys }: { passkeys: PasskeyRow[] }) {
  const t = useText()
  const titles = [t('Name'), t('Kept in'), t('Added'), t('Last used'), t('Change')]
  const [leaving, leave] = useState<PasskeyRow | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  return (
    <div className="grid gap-4">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <div className="card">
        <Table caption={t('Your passkeys')} titles={titles}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} titles={titles}>
              <PasskeyName {...passkey} />
              <Place {...passkey} />
              <RelativeTime at={passkey.addedAt} />
              {passkey.lastUsedAt ? <RelativeTime at={passkey.lastUsedAt} /> : t('Never')}
              <Button
                aria-label={t('Remove {name}', { name: passkey.name })}
                onClick={() => leave(passkey)}
              >
                {t('Remove')}
              </Button>
            </Row>
          ))}
        </Table>
      </div>
      <RemovePasskey passkey={leaving} onClose={() => leave(null)} onProblem={setProblem} />
    </div>
  )
}

function Place({ kind, isSynced }: PasskeyRow) {
  const t = useText()
  return (
    <span className="grid">
      <span>{kind ?? t('A device of yours')}</span>
      <span className="text-muted text-13">
        {isSynced ? t('On all your devices') : t('On this one device only')}
      </span>
    </span>
  )
}

interface RemoveProps {
  passkey: PasskeyRow | null
  onClose: () => void
  onProblem: (sentence: string | null) => void
}

function RemovePasskey({ passkey, onClose, onProblem }: RemoveProps) {
  const t = useText()
  const confirm = useConfirmation(15)

  function remove(id: string) {
    onProblem(null)
    router.delete(route('passkey.destroy', { passkey: id }), {
      errorBag: 'removePasskey',
      preserveScroll: true,
      onError: (errors) => onProblem(Object.values(errors)[0] ?? null),
      async onSuccess() {
        await (await import('#web/parts/passkey-ceremonies.ts')).forgetRemovedPasskeys()
      },
    })
  }

  function go() {
    if (!passkey) return
    onClose()
    confirm(() => remove(passkey.id), t('Remove this passkey'))
  }

  return (
    <Dialog
      open={passkey !== null}
      onClose={onClose}
      title={t('Remove "{name}"?', { name: passkey?.name ?? '' })}
    >
      <p>{t('This passkey no longer opens your account. Your other ways to sign in stay.')}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('Keep it')}</Button>
        <Button tone="danger" onClick={go}>
          {t('Remove this passkey')}
        </Button>
      </div>
    </Dialog>
  )
}
