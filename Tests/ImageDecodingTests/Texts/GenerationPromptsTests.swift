import DecodingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite struct GenerationPromptsTests {
  private func texts(_ chunks: [(keyword: String, text: String)]) -> [String] {
    TextSketch.png(chunks.map { ("tEXt", Array("\($0.keyword)\0\($0.text)".utf8)) }).texts
  }

  /// A graph in which a sampler gets its prompts through a node that passes on both.
  private static let graph = """
    {"3": {"class_type": "KSampler", "inputs": {"seed": 1, "cfg": 7.5, "model": ["4", 0],
      "positive": ["9", 0], "negative": ["9", 1], "latent_image": ["5", 0]}, "is_changed": [NaN]},
     "9": {"class_type": "ControlNetApplyAdvanced", "inputs": {"strength": 1, "positive": ["6", 0],
      "negative": ["7", 0]}},
     "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "a model.safetensors"}},
     "6": {"class_type": "CLIPTextEncode", "inputs": {"text": ["11", 0], "clip": ["4", 1]}},
     "7": {"class_type": "CLIPTextEncode", "inputs": {"text": "dogs", "clip": ["4", 1]}},
     "8": {"class_type": "CLIPTextEncode", "inputs": {"text": "unused", "clip": ["4", 1]}},
     "11": {"class_type": "PrimitiveStringMultiline", "inputs": {"value": "a cat\\nin oil"}},
     "12": {"class_type": "SaveImage", "inputs": {"filename_prefix": "Comfy UI"}}}
    """

  @Test func `prompts and settings of A1111 are told apart`() {
    let text = "a cat, oil\non canvas\nNegative prompt: dogs,\nfog\nSteps: 20, Seed: 1"
    #expect(
      texts([("parameters", text)]) == [
        "prompt: a cat, oil\non canvas", "negative: dogs,\nfog", "settings: Steps: 20, Seed: 1",
      ])
    #expect(
      texts([("parameters", "a cat\nSteps: 20")]) == ["prompt: a cat", "settings: Steps: 20"])
    #expect(texts([("Comment", "Steps: none\nat all")]) == ["comment: Steps: none\nat all"])
  }

  @Test func `a graph of ComfyUI gives its prompts by the links of the sampler`() {
    #expect(
      texts([("prompt", Self.graph), ("workflow", #"{"nodes": []}"#)]) == [
        "prompt: a cat\nin oil", "negative: dogs", "prompt: unused",
      ])
  }

  @Test func `the editor's graph is read if there is no other`() {
    let edited = """
      {"nodes": [{"type": "CLIPTextEncode", "widgets_values": ["a cat in oil"]},
        {"type": "SaveImage", "widgets_values": ["a name"]}], "links": [[1, 2, 3]]}
      """
    #expect(texts([("workflow", edited)]) == ["prompt: a cat in oil"])
  }

  @Test func `prompts of InvokeAI, NovelAI and SwarmUI are members of JSON`() {
    #expect(
      texts([("invokeai_metadata", #"{"positive_prompt": "a cat", "negative_prompt": "dogs"}"#)])
        == ["prompt: a cat", "negative: dogs"])
    #expect(
      texts([("sd-metadata", #"{"image": {"prompt": [{"prompt": "a cat"}]}}"#)]) == [
        "prompt: a cat"
      ])
    #expect(
      texts([("Description", "a cat"), ("Comment", #"{"prompt": "a cat", "uc": "dogs"}"#)]) == [
        "caption: a cat", "negative: dogs",
      ])
    #expect(
      texts([("parameters", #"{"sui_image_params": {"prompt": "a cat", "negativeprompt": ""}}"#)])
        == ["prompt: a cat"])
  }

  @Test func `JSON without prompts is not shown`() {
    #expect(texts([("config", #"{"a": 1, "b": [2]}"#), ("Title", "{a, b}")]) == ["title: {a, b}"])
    let deep = String(repeating: #"{"a":"#, count: 5_000)
    #expect(texts([("prompt", deep), ("workflow", deep + "1")]) == [])
  }

  @Test func `graphs with cycles and wrong bytes end`() {
    let cycle = """
      {"1": {"class_type": "KSampler", "inputs": {"positive": ["2", 0], "negative": ["2", 1]}},
       "2": {"class_type": "Both", "inputs": {"positive": ["2", 0], "negative": ["1", 0]}}}
      """
    #expect(texts([("prompt", cycle)]) == [])
    var random = SeededRandom(seed: 7)
    let bytes = Array(Self.graph.utf8)
    for _ in 0..<2_000 {
      _ = GenerationPrompts(in: String(decoding: bytes.mutated(using: &random), as: UTF8.self))
    }
  }
}
