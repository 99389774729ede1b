export interface Category {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
}

interface BuiltInCategory extends Category {
  /** Words that point here, stems in plain spelling. */
  readonly words: string;
}

/** What tools are sorted into unless the configuration says otherwise; the last takes what fits nowhere. */
export const builtInCategories: readonly BuiltInCategory[] = [
  {
    name: 'code_analysis',
    displayName: 'Code Analysis & Refactoring',
    description: 'Symbols, references, linting, static analysis, refactoring, code search',
    words:
      'code symbol reference lint eslint static analysis refactor function class definition diagnostic type ast syntax component library framework snippet example format compile',
  },
  {
    name: 'version_control',
    displayName: 'Version Control & Code Hosting',
    description: 'Git, branches, commits, pull requests, repositories, releases',
    words:
      'git commit branch merge pull request repository repo fork diff tag release github gitlab bitbucket mr push clone blame stash workflow',
  },
  {
    name: 'testing_ci',
    displayName: 'Testing, Builds & CI',
    description: 'Test runs, builds, pipelines, simulators, coverage, quality reports',
    words:
      'test build pipeline ci job run suite coverage assertion simulator xcode flaky regression deploy circleci scheme',
  },
  {
    name: 'web_automation',
    displayName: 'Web Automation & Scraping',
    description: 'Browsers, pages, clicks, screenshots, crawling, HTTP requests',
    words:
      'browser page click navigate screenshot scrape crawl url html dom tab element playwright puppeteer viewport form cookie fetch website hover mobile screen tap',
  },
  {
    name: 'search_research',
    displayName: 'Search & Research',
    description: 'Web search, news, papers, documentation and knowledge lookup',
    words:
      'search web news paper research article documentation docs lookup answer wiki scholar knowledge transcript company',
  },
  {
    name: 'databases',
    displayName: 'Databases & Storage',
    description: 'SQL, collections, tables, indexes, vectors, buckets, key-value stores',
    words:
      'sql database table query schema collection index record row column postgres mysql mongodb redis vector bucket storage blob migration kusto cosmos dataset backup',
  },
  {
    name: 'files_documents',
    displayName: 'Files & Documents',
    description: 'Reading, writing and converting files, notes, spreadsheets, PDF',
    words:
      'file directory folder path read write pdf document spreadsheet excel sheet cell note markdown convert drive upload download workbook vault block',
  },
  {
    name: 'project_management',
    displayName: 'Project Management',
    description: 'Issues, tasks, boards, sprints, time tracking, planning',
    words:
      'issue task ticket board sprint project epic story backlog milestone kanban card jira linear asana trello todo plan workspace estimate iteration checklist',
  },
  {
    name: 'communication',
    displayName: 'Communication & Calendar',
    description: 'Messages, mail, chat, contacts, meetings, notifications',
    words:
      'message email mail chat channel contact meeting calendar event notification slack send inbox thread reply sms recipient attendee reminder mailbox',
  },
  {
    name: 'cloud_infrastructure',
    displayName: 'Cloud & Infrastructure',
    description: 'Servers, containers, clusters, networks, domains, deployments',
    words:
      'cloud cluster kubernetes pod container docker server instance vm network domain dns deploy deployment resource subscription region firewall lambda function app droplet namespace virtual machine certificate account',
  },
  {
    name: 'monitoring',
    displayName: 'Monitoring & Observability',
    description: 'Logs, metrics, traces, errors, alerts, incidents, analytics',
    words:
      'log metric trace alert incident error monitor dashboard span telemetry slo event observability analytics performance crash uptime session',
  },
  {
    name: 'design_media',
    displayName: 'Design & Media',
    description: 'Images, video, audio, charts, diagrams, design files, 3D',
    words:
      'image video audio chart diagram design figma color icon layout draw render svg music photo graph style asset animation scene mermaid game node transform',
  },
  {
    name: 'commerce_finance',
    displayName: 'Commerce & Finance',
    description: 'Payments, orders, products, invoices, customers, markets',
    words:
      'payment order product invoice customer price stock currency tax cart subscription refund billing account transaction crypto coupon shop company deal lead',
  },
  {
    name: 'data_location',
    displayName: 'Maps, Travel & Weather',
    description: 'Places, routes, geocoding, flights, hotels, weather',
    words:
      'map place route geocode location direction weather flight hotel address distance travel coordinate latitude poi transit',
  },
  {
    name: 'ai_memory',
    displayName: 'AI, Reasoning & Memory',
    description: 'Models, prompts, agents, memories, knowledge graphs, thinking aids',
    words:
      'model prompt agent memory llm embedding thought thinking reasoning knowledge entity relation graph observation generate translation inference',
  },
  {
    name: 'security',
    displayName: 'Security & Access',
    description: 'Secrets, users, roles, permissions, scans, policies',
    words:
      'secret password user role permission policy scan vulnerability token key vault auth credential access login group feature flag',
  },
  {
    name: 'other',
    displayName: 'Other',
    description: 'Everything that fits none of the above',
    words: '',
  },
];

/** `code_analysis` becomes `Code analysis`. */
export function titleOf(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
