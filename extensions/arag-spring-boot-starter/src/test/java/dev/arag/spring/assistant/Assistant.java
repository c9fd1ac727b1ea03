package dev.arag.spring.assistant;

import dev.langchain4j.service.spring.AiService;

@AiService
interface Assistant {
  String chat(String question);
}
