import '#web/styles/command-palette.css'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'

import { CommandOption } from './command-palette/CommandOption.tsx'
import { useCommands } from './command-palette/commands.ts'
import { matchCommands } from './command-palette/match-commands.ts'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { magnifier } from './icons/magnifier.ts'

interface Props {
  onClose: () => void
  showShortcuts: () => void
}

/** A search over pages, sections and actions. The focus stays in its field; arrow keys choose, Enter runs. */
export default function CommandPalette({ onClose, showShortcuts }: Props) {
  const t = useTranslation()
  const id = useId()
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const commands = matchCommands(useCommands(showShortcuts), query)
  const list = { id: `${id}list`, role: 'listbox', 'aria-label': t('Results') }
  const optionId = (position: number) => `${id}option-${position}`

  useEffect(() => {
    document.getElementById(`${id}option-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index])

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') document.getElementById(optionId(index))?.click()
    else if (step && commands.length > 0)
      setIndex((index + step + commands.length) % commands.length)
    else return
    event.preventDefault()
  }

  function changeQuery(newQuery: string) {
    setQuery(newQuery)
    setIndex(0)
  }

  return (
    <Dialog open onClose={onClose} title={t('Search')}>
      <div className="palette">
        <SearchField
          listId={list.id}
          chosenId={commands.length > 0 ? optionId(index) : undefined}
          query={query}
          onChange={changeQuery}
          onKeyDown={handleKey}
        />
        <div {...list} className="palette-list">
          {commands.map((command, position) => (
            <CommandOption
              key={`${command.group} ${command.label}`}
              id={optionId(position)}
              command={command}
              isChosen={position === index}
              onClose={onClose}
            />
          ))}
        </div>
        <output className="palette-status">{commands.length === 0 && t('Nothing found')}</output>
      </div>
    </Dialog>
  )
}

interface SearchFieldProps {
  listId: string
  chosenId: string | undefined
  query: string
  onChange: (query: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function SearchField({ listId, chosenId, query, onChange, onKeyDown }: SearchFieldProps) {
  const t = useTranslation()
  const label = t('Search pages, settings and actions')
  return (
    <div className="palette-search">
      <Icon path={magnifier} />
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosenId}
        aria-autocomplete="list"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={query}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
