import type { Text } from '@foyer/sentences'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

import type { ConfirmationWay } from '#app/pages.ts'
import { confirmationStatus } from '#web/parts/confirmation-status.ts'
import { ConfirmationWays } from '#web/parts/ConfirmationWays.tsx'
import { Dialog } from '#web/parts/Dialog.tsx'
import { TextProvider, useText } from '#web/text.tsx'

/** What the person wants to do: in words, or the form that does it. */
export type Act = string | HTMLFormElement

interface Question {
  minutes: number
  /** Whose account it is. */
  email: string
  text: Text
  act?: Act | undefined
}

/** Asks the server, which alone knows, and then the person if need be. */
export async function mayGoOn({ minutes, email, text, act }: Question): Promise<boolean> {
  const status = await confirmationStatus(minutes)
  // Without an answer what comes next says best what is wrong, and can be tried again.
  if (!status || status.confirmed) return true

  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isConfirmed = await new Promise<boolean>((settle) => {
    root.render(
      <TextProvider value={text}>
        <ConfirmationDialog ways={status.ways} email={email} act={wordsOf(act)} onEnd={settle} />
      </TextProvider>,
    )
  })
  // Not while it is still being drawn.
  setTimeout(() => {
    root.unmount()
    place.remove()
  })
  return isConfirmed
}

/** Of a form, what its button says, and to which address. */
function wordsOf(act: Act | undefined): string | null | undefined {
  if (!(act instanceof HTMLFormElement)) return act
  const words = act.querySelector('[type=submit]')?.textContent
  const address = act.querySelector<HTMLInputElement>('[name=email]')?.value
  return address ? `${words}: ${address}` : words
}

interface Props {
  ways: ConfirmationWay[]
  email: string
  act: string | null | undefined
  onEnd: (isConfirmed: boolean) => void
}

/** Stands beside the page, so that the page stays as it is. */
function ConfirmationDialog({ ways, email, act, onEnd }: Props) {
  const t = useText()
  const [isOpen, open] = useState(true)
  const isConfirmed = useRef(false)

  useEffect(() => {
    // Closed by now, and the focus is back where it was.
    if (!isOpen) onEnd(isConfirmed.current)
  }, [isOpen, onEnd])

  function goOn() {
    isConfirmed.current = true
    open(false)
  }

  return (
    <Dialog open={isOpen} onClose={() => open(false)} title={t('Confirm that it is you')}>
      {act && <p className="confirmation-act">{t('It is needed for “{act}”.', { act })}</p>}
      <ConfirmationWays
        ways={ways}
        email={email}
        onConfirmed={goOn}
        onDecline={() => open(false)}
      />
    </Dialog>
  )
}
