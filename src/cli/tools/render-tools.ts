import type { Tool } from '../../tool/tool.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';
import { wrapText } from '../terminal/text-width.ts';
import { allFields, type SchemaField, schemaFields } from './schema-fields.ts';
import { effectOf } from './tool-record.ts';

export function renderToolTable(
  tools: readonly Tool[],
  style: Style,
  options: { readonly fit: boolean },
): string {
  const rows = tools.map((tool) => [tool.name, tool.toolset, effectOf(tool), tool.title]);
  return renderTable(['TOOL', 'TOOLSET', 'EFFECT', 'TITLE'], rows, style, options);
}

export function renderTool(tool: Tool, style: Style, options: { readonly fit: boolean }): string {
  const { colors } = style;
  const fields = (title: string, found: readonly SchemaField[]) => {
    const rows = found.map((field) => [
      `${field.name}${field.required ? '' : '?'}`,
      field.type,
      field.description,
    ]);
    if (rows.length === 0) return ['', colors.bold(`${title}: none`)];
    return [
      '',
      colors.bold(title),
      renderTable(['FIELD', 'TYPE', 'MEANING'], rows, style, {
        ...options,
        wrap: true,
        indent: '  ',
      }),
    ];
  };
  return [
    `${colors.bold(tool.name)}  ${tool.title}`,
    '',
    ...wrapText(tool.description, style.width),
    '',
    `Toolset ${tool.toolset}, category ${tool.category}, ${effectOf(tool)}.`,
    ...(tool.aliases.length > 0 ? [`Also called as: ${tool.aliases.join(', ')}`] : []),
    ...fields('Input', allFields(tool.inputSchema)),
    ...fields('Output', schemaFields(tool.outputSchema ?? {})),
    '',
    `Call it: ralph tool call ${tool.name} --json '{…}'`,
  ].join('\n');
}
