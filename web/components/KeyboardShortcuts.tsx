import '#web/styles/keyboard-shortcuts.css'
import { useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'
import {
  setQuestionMarkShortcut,
  usesQuestionMarkShortcut,
} from '#web/lib/question-mark-shortcut.ts'
import { shortcutModifier } from '#web/lib/shortcut-modifier.ts'

import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type Shortcut = [keys: string[], effect: string]

export default function KeyboardShortcuts({ onClose }: { onClose: () => void }) {
  const t = useTranslation()
  const [isOn, setOn] = useState(usesQuestionMarkShortcut)
  const control = shortcutModifier(navigator.platform) === 'metaKey' ? '⌘' : t('Ctrl')

  function changeQuestionMark(newValue: boolean) {
    setQuestionMarkShortcut(newValue)
    setOn(newValue)
  }

  return (
    <Dialog open onClose={onClose} title={t('Keyboard shortcuts')}>
      <ShortcutList
        title={t('On every page')}
        shortcuts={[
          [[control, 'K'], t('Search pages, settings and actions')],
          [['?'], t('Show keyboard shortcuts')],
          [['Esc'], t('Close a menu or a dialog')],
        ]}
      />
      <ShortcutList
        title={t('Time Travel, on the handle')}
        shortcuts={[
          [['←', '→'], t('Previous or next event')],
          [[t('Shift + ← / →')], t('Previous or next change')],
          [[t('Page Down / Page Up')], t('Previous or next day')],
          [[t('Home / End')], t('First event, or now')],
        ]}
      />
      <div className="checkbox">
        <input
          id="question-mark"
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => changeQuestionMark(target.checked)}
        />
        <label htmlFor="question-mark">{t('Open this list with ?')}</label>
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  )
}

function ShortcutList({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  return (
    <section className="shortcuts">
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(([keys, effect]) => (
          <div key={effect}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} translate="no">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
