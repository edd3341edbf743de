import CacheFiles
import SourceItems

/// Plans actions: finds the files of pictures, and gives them new names.
///
/// It changes nothing but for making a trash.
struct ActionPlanner {
  private let performer: StepPerformer
  private let trashes: TrashFolders
  /// The local time, as a trash notes it.
  private let date: String
  private var plan: ActionPlan
  private var pictures: [PictureFiles] = []
  private var numbers: [EntryPath: Int] = [:]
  /// The files that are in the plan.
  private var planned: Set<EntryPath> = []
  private var choices: [[UInt8]: NameChoice] = [:]
  /// The extensions in each folder, in lower case; nil for a folder with too many names.
  private var endings: [[UInt8]: Set<[UInt8]>?] = [:]

  /// The names read of a folder for each picture; reading them takes less time than trying names of companions.
  private static let namesForPicture = 64

  /// The number of the next picture that gets names.
  private var nextPicture: UInt32

  private init(
    _ plan: ActionPlan, _ performer: StepPerformer, _ trashes: TrashFolders, date: String,
    firstPicture: UInt32
  ) {
    self.plan = plan
    self.performer = performer
    self.trashes = trashes
    self.date = date
    nextPicture = firstPicture
  }

  /// Plans an action.
  ///
  /// - Parameter firstPicture: the number of the first picture within the action.
  /// - Throws: a problem of the folder to go to.
  static func plan(
    _ request: ActionRequest, _ performer: StepPerformer, _ trashes: TrashFolders, date: String,
    firstPicture: UInt32 = 0
  ) throws(ActionProblem) -> ActionPlan {
    let (kind, path): (ActionKind, [UInt8]?) =
      switch request.action {
      case .trash: (.trash, nil)
      case .move(let folder): (.move, folder)
      case .copy(let folder): (.copy, folder)
      }
    var planner = ActionPlanner(
      ActionPlan(kind: kind, request: request), performer, trashes, date: date,
      firstPicture: firstPicture)
    let target = try path.map { path throws(ActionProblem) in
      try performer.folder(FileLocation.absolute(path))
    }
    planner.collect(request)
    for picture in planner.pictures { planner.place(picture, target) }
    return planner.plan
  }

  private mutating func refuse(_ entry: EntryPath, _ problem: ActionProblem) {
    plan.refusals.append(ActionFailure(path: entry.path, problem: problem))
  }
}

// MARK: - Files of pictures

extension ActionPlanner {
  private mutating func collect(_ request: ActionRequest) {
    for path in request.pictures {
      guard let entry = EntryPath(path) else {
        plan.refusals.append(ActionFailure(path: path, problem: .isNoFile))
        continue
      }
      do throws(ActionProblem) {
        try add(entry)
        guard request.pairs == .both else { continue }
        for name in Companions.partners(of: entry.name) {
          let partner = EntryPath(folder: entry.folder, name: name)
          if let status = try present(partner) { add(partner, status) }
        }
      } catch {
        refuse(entry, error)
      }
    }
    for number in pictures.indices {
      do throws(ActionProblem) {
        try addSidecars(of: number, request.pairs)
      } catch {
        refuse(EntryPath(folder: pictures[number].folder, name: pictures[number].stem), error)
      }
    }
  }

  private mutating func addSidecars(
    of number: Int, _ pairs: ActionRequest.Pairs
  ) throws(ActionProblem) {
    let picture = pictures[number]
    for file in picture.files {
      for name in Companions.sidecars(of: file.name) { try addSidecar(name, of: number) }
    }
    // Sidecars of both files of a pair stay with the one that stays.
    for file in picture.files where pairs == .named {
      for name in Companions.partners(of: file.name) {
        let partner = EntryPath(folder: picture.folder, name: name)
        if !planned.contains(partner), mayBePresent(partner), try performer.status(partner) != nil {
          return
        }
      }
    }
    for name in Companions.sidecars(of: picture.stem) { try addSidecar(name, of: number) }
  }

  private mutating func addSidecar(_ name: [UInt8], of number: Int) throws(ActionProblem) {
    let entry = EntryPath(folder: pictures[number].folder, name: name)
    guard let status = try present(entry), planned.insert(entry).inserted else { return }
    pictures[number].files.append(
      PictureFiles.File(name: name, identity: status.identity, isSidecar: true))
  }

  /// The status of a companion that need not be there.
  private mutating func present(_ entry: EntryPath) throws(ActionProblem) -> EntryStatus? {
    guard entry.name.count <= NumberedName.longest, mayBePresent(entry),
      let status = try performer.status(entry), status.kind == .file
    else { return nil }
    return status
  }

  /// Whether a file of the folder has the extension.
  ///
  /// Extensions are compared in lower case, because some file systems find a name in any case.
  private mutating func mayBePresent(_ entry: EntryPath) -> Bool {
    let known: Set<[UInt8]>?
    if let found = endings[entry.folder] {
      known = found
    } else {
      let limit = Self.namesForPicture * (plan.request?.pictures.count ?? 0)
      let names = (try? performer.folder(entry.folder)).flatMap { folder in
        try? performer.system.names(in: folder, limit: limit)
      }
      known = names.map { Set($0.map(Companions.ending)) }
      endings[entry.folder] = .some(known)
    }
    return known?.contains(Companions.ending(of: entry.name)) ?? true
  }

  private mutating func add(_ entry: EntryPath) throws(ActionProblem) {
    _ = try performer.folder(entry.folder)
    guard let status = try performer.status(entry) else { throw .missing }
    switch status.kind {
    case .file: break
    case .link where plan.kind == .trash: break
    case .link: throw .isLink
    case .folder: throw .isFolder
    case .other: throw .isNoFile
    }
    add(entry, status)
  }

  private mutating func add(_ entry: EntryPath, _ status: EntryStatus) {
    guard planned.insert(entry).inserted else { return }
    let stem = Companions.stem(of: entry.name)
    let key = EntryPath(folder: entry.folder, name: stem)
    let number = numbers[key] ?? pictures.count
    if number == pictures.count {
      numbers[key] = number
      pictures.append(PictureFiles(folder: entry.folder, stem: stem))
    }
    pictures[number].files.append(
      PictureFiles.File(name: entry.name, identity: status.identity, isSidecar: false))
  }
}

// MARK: - New names

extension ActionPlanner {
  private mutating func place(_ picture: PictureFiles, _ target: OpenFolder?) {
    do throws(ActionProblem) {
      let folder = try performer.folder(picture.folder)
      if let target {
        guard plan.kind == .copy || !folder.isSame(as: target) else { throw .alreadyThere }
        try append(picture, to: target, in: nil)
      } else if let trash = try trashes.trash(for: folder, creating: true) {
        try append(picture, to: trash.files, in: trash)
      }
    } catch {
      for file in picture.files where !file.isSidecar {
        refuse(EntryPath(folder: picture.folder, name: file.name), error)
      }
    }
  }

  private mutating func append(
    _ picture: PictureFiles, to target: OpenFolder, in trash: TrashFolders.Trash?
  ) throws(ActionProblem) {
    let names = picture.names(
      limit: trash == nil ? NumberedName.longest : TrashInfo.longestName)
    let system = performer.system
    let chosen = try choices[target.path, default: NameChoice()].choose(names) {
      name throws(ActionProblem) in
      try reporting { () throws(SystemError) in
        if try system.status(name, in: target) != nil { return true }
        guard let trash else { return false }
        return try system.status(name + TrashInfo.ending, in: trash.info) != nil
      }
    }
    guard let chosen else { throw .taken }
    let number = nextPicture
    nextPicture += 1
    for (file, name) in zip(picture.files, chosen) {
      let from = EntryPath(folder: picture.folder, name: file.name)
      plan.steps.append(
        ActionStep(
          kind: plan.kind == .copy ? .copy : .move, from: from,
          to: EntryPath(folder: target.path, name: name), identity: file.identity, picture: number,
          isSidecar: file.isSidecar,
          note: try trash.map { trash throws(ActionProblem) in
            try trashes.note(of: from, in: trash, date: date)
          }))
    }
  }
}
