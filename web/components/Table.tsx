import { Children, type ReactNode } from 'react'

interface Props {
  caption: string
  /** The heads of the columns; on a phone each stands before its value, except the first. */
  columnTitles: string[]
  /** Rows with the same titles. */
  children: ReactNode
}

/** A table at desk width; on a phone one card per row, with the same words in the same order. */
export function Table({ caption, columnTitles, children }: Props) {
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columnTitles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** One cell per child. */
export function Row({ columnTitles, children }: Pick<Props, 'columnTitles' | 'children'>) {
  return (
    <tr>
      {Children.map(children, (cell, index) => (
        <td data-label={index === 0 ? undefined : columnTitles[index]}>{cell}</td>
      ))}
    </tr>
  )
}
